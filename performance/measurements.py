"""The measurements of a script for other programs: what MeasurementFile is for benchmarks in Java."""
import json
import os


def append(name, **values):
    """Appends a line to the file that the environment variable MEASUREMENTS names, if there is one."""
    if "MEASUREMENTS" in os.environ:
        with open(os.environ["MEASUREMENTS"], "a", encoding="utf-8") as out:
            out.write(json.dumps({"name": name, "values": values}) + "\n")
