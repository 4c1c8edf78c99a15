# Gives every question one call, then the rest of half the budget to the questions whose leader is least ahead.
import json, sys
from collections import Counter

def lead(calls, counts, budget):
    first, second = sorted([0, 0, *counts.values()])[-1:-3:-1]
    return first - second if calls < budget else float("inf")

for line in sys.stdin:
    asked = json.loads(line)
    budget, pools = asked["budget"], [question["votes"] for question in asked["questions"]]
    calls, counts = [0] * len(pools), [Counter() for _ in pools]
    def draw(at):
        answer = pools[at][calls[at]]["answer"]
        counts[at].update([] if answer is None else [answer])
        calls[at] += 1
    for at in range(len(pools)):
        draw(at)
    for _ in range(len(pools) * budget // 2 - len(pools)):
        draw(min(range(len(pools)), key=lambda at: lead(calls[at], counts[at], budget)))
    leaders = [(each.most_common(1) or [(None, 0)])[0][0] for each in counts]
    print(json.dumps([{"calls": n, "answer": leader} for n, leader in zip(calls, leaders)]), flush=True)
