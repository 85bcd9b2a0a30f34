"""The agents, each on the framework that its team chose; what each may hold comes from the manifest."""
