print("storage")
