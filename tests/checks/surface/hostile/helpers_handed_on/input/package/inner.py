import impl

send = impl.publish
