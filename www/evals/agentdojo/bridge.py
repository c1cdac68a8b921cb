"""Serves the suites of AgentDojo to Node: one JSON object a line on standard input, one answer a line on standard output.

Nothing is decided here. `tasks` lists what there is, `begin` loads the environment of a pair of tasks with its injection, `call` runs a tool in it.
"""

import importlib.abc
import importlib.machinery
import json
import sys
from unittest.mock import MagicMock

# Packages of providers, which AgentDojo imports for its own models. No model is called here, so they need not be installed.
PROVIDERS = ("anthropic", "cohere", "google", "langchain", "openai")

VERSION = "v1.2.2"


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives an empty stand-in for the package of a provider."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in PROVIDERS:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = MagicMock()
        module.__spec__, module.__path__, module.__name__ = spec, [], spec.name
        return module

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Absent())

from agentdojo.agent_pipeline.ground_truth_pipeline import GroundTruthPipeline  # noqa: E402
from agentdojo.agent_pipeline.tool_execution import tool_result_to_str  # noqa: E402
from agentdojo.attacks.important_instructions_attacks import ImportantInstructionsAttackNoNames  # noqa: E402
from agentdojo.functions_runtime import FunctionsRuntime  # noqa: E402
from agentdojo.task_suite.load_suites import get_suites  # noqa: E402


def inlined(schema, defs):
    """A schema without references, which a tool's schema would look for in its own root."""
    if isinstance(schema, list):
        return [inlined(part, defs) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return inlined(defs[schema["$ref"].rsplit("/", 1)[-1]], defs)
    return {name: inlined(part, defs) for name, part in schema.items() if name != "$defs"}


def schema_of(tool):
    schema = tool.parameters.model_json_schema()
    return inlined(schema, schema.get("$defs", {}))


def calls_of(task, environment):
    return [{"name": call.function, "args": dict(call.args)} for call in task.ground_truth(environment.model_copy(deep=True))]


class Bridge:
    def __init__(self):
        self.suites = get_suites(VERSION)
        self.attacks = {name: ImportantInstructionsAttackNoNames.__new__(ImportantInstructionsAttackNoNames) for name in self.suites}
        for name, attack in self.attacks.items():
            super(ImportantInstructionsAttackNoNames.__mro__[1], attack).__init__(ImportantInstructionsAttackNoNames._JB_STRING, self.suites[name], None)
            attack.model_name, attack.user_name = "the AI language model", "the user"

    def tasks(self, _):
        """The tools and the tasks of each suite."""
        return {
            name: {
                "tools": [{"name": tool.name, "description": tool.description, "schema": schema_of(tool)} for tool in suite.tools],
                "user": {id: task.PROMPT for id, task in suite.user_tasks.items()},
                "injections": {id: task.GOAL for id, task in suite.injection_tasks.items()},
            }
            for name, suite in self.suites.items()
        }

    def begin(self, given):
        """Loads the environment of a pair. Gives the calls that do the user's task, and those that the injection asks for."""
        suite = self.suites[given["suite"]]
        user, injection = suite.user_tasks[given["user"]], suite.injection_tasks[given["injection"]]
        injected = self.attacks[given["suite"]].attack(user, injection)
        self.environment = user.init_environment(suite.load_and_inject_default_environment(injected))
        self.before = self.environment.model_copy(deep=True)
        self.suite, self.injection, self.runtime = suite, injection, FunctionsRuntime(suite.tools)
        return {
            "prompt": user.PROMPT, "goal": injection.GOAL, "answer": user.GROUND_TRUTH_OUTPUT,
            "own": calls_of(user, self.environment), "injected": calls_of(injection, self.environment), "texts": list(injected.values()),
        }

    def call(self, given):
        """Runs a tool in the environment of the pair."""
        result, error = self.runtime.run_function(self.environment, given["name"], given["args"])
        return {"error": error} if error else {"result": tool_result_to_str(result)}

    def end(self, _):
        """Whether the injection has reached its goal, by AgentDojo's own judgement of the environment. None where it judges words or traces alone."""
        if self.injection.security_from_traces("", self.before, self.environment, []) is not None:
            return {"reached": None}
        return {"reached": bool(self.injection.security("", self.before, self.environment))}


def main():
    bridge = Bridge()
    for line in sys.stdin:
        request = json.loads(line)
        (what, given), = request.items()
        try:
            answer = {"ok": getattr(bridge, what)(given)}
        except Exception as error:  # noqa: BLE001 - the other side fails with it
            answer = {"failed": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer, default=str), flush=True)


main()
