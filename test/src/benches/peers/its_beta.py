"""its_hub's service with its Beta stopping rule, which its own settings do not offer. Takes the address of a model server."""

import sys

import its_hub.integration.iaas.app as service
import uvicorn
from its_hub.core.algorithms.beta_self_consistency import BetaSelfConsistency
from its_hub.core.algorithms.self_consistency import create_regex_projection_function
from its_hub.core.gateway import ITSGateway

address, pattern, budget = sys.argv[1:]
rule = BetaSelfConsistency(consistency_space_projection_func=create_regex_projection_function([pattern]))
service._state.gateway = ITSGateway(algorithm=rule)
service._state.config.endpoint = address
service._state.config.api_key = "none"
service._state.config.budget = int(budget)
uvicorn.run(service.app, host="127.0.0.1", port=0)
