import json, sys
from collections import Counter
for line in sys.stdin:
    asked = json.loads(line)
    counts = Counter()
    for calls, vote in enumerate(asked["votes"][: asked["budget"]], 1):
        if vote["answer"] is not None:
            counts[vote["answer"]] += 1
        top = counts.most_common(2) + [(None, 0), (None, 0)]
        if top[0][1] - top[1][1] >= 2:
            break
    print(json.dumps({"calls": calls, "answer": top[0][0]}), flush=True)
