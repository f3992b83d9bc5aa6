# Compares what Mound made of the lines of json.cases with what Python's json
# makes of them. Arguments: the cases, and Mound's answers, a line each: what it
# has written again of a value, or `refused`. Prints the differences.
import json
import sys


def refuse(name):
    raise ValueError(name)


def read(text):
    value = json.loads(text, parse_constant=refuse)
    # Python lets halves of characters pass, which no file can contain.
    json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def kinds(value):
    if isinstance(value, list):
        return [kinds(part) for part in value]
    if isinstance(value, dict):
        return {name: kinds(part) for name, part in value.items()}
    return type(value).__name__


def lines(path):
    return open(path, encoding="utf-8", newline="\n").read().split("\n")[:-1]


cases, answers = lines(sys.argv[1]), lines(sys.argv[2])
if len(cases) != len(answers):
    print(f"{len(cases)} cases and {len(answers)} answers")
for case, answer in zip(cases, answers):
    verdict, text = case[0], case[2:]
    try:
        value = read(text)
    except (ValueError, RecursionError):
        value = None
        accepted = False
    else:
        accepted = True
    if accepted != (verdict == "y") or accepted != (answer != "refused"):
        print(f"{case}: Python has {accepted}, Mound {answer}")
    elif accepted:
        again = read(answer)
        if again != value or kinds(again) != kinds(value):
            print(f"{case}: Python has {value}, Mound {answer}")
