"""Agents, tasks and a crew of methods."""
from crewai import Agent, Crew, Task
from crewai.project import CrewBase, agent, crew, task
from crewai.tools import BaseTool, tool
from crewai_tools import SerperDevTool


@tool
def look(text: str) -> str:
    """Looks."""
    return text


class Write(BaseTool):
    name: str = "Write"
    description: str = "Writes."

    def _run(self, text: str) -> str:
        return text


@CrewBase
class Team:
    @agent
    def researcher(self) -> Agent:
        return Agent(config=self.agents_config["researcher"], tools=[look], verbose=True)

    @task
    def report(self) -> Task:
        return Task(config=self.tasks_config["report"], tools=[Write()])

    @crew
    def crew(self) -> Crew:
        return Crew(agents=self.agents, tasks=self.tasks)


writer = Agent(role="Writer", goal="Write.", backstory="", tools=[Write(), look], allow_delegation=True)
job = Task(description="Write.", expected_output="Text.", agent=writer, tools=[look])
searcher = Agent(role="Searcher", goal="", backstory="", tools=[SerperDevTool(name="search", description="Searches.")])
