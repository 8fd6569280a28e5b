"""litellm 1.106.2: The request loses reasoning: missing item 1: {"type":"reasoning","encrypted_content":"gAAAAABj8_Sbml-d5ZnLZSLHYtm5hqe5nNRkgDHmZ224S-q134Jf2nykXp9nkHajBQDHm3R3uiPF_9wK90sNseCyJ9gjB7E4YbFlIKc_7xQF28zjDsFwxBBuRBoIkoXzO1dTocxEWyRjjKS ...

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow openai's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # so that it fetches no list of prices
import litellm  # noqa: E402

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: response.created\n"
        'data: {"type":"response.created","response":{"id":"resp_9e3857581a2ec37b016ae7775d1f618a43adba7ed020621c8c","object":"response","created_at":1793554269,"status":"in_progress","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":4096,"max_tool_calls":null,"model":"gpt-5-mini-2025-08-07","moderation":null,"output":[],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":"low","mode":"standard","summary":"auto"},"safety_identifier":null,"service_tier":"auto","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false},{"type":"function","description":"Local time in a city.","name":"get_time","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}},"sequence_number":0}\n'
        "\n"
        "event: response.in_progress\n"
        'data: {"type":"response.in_progress","response":{"id":"resp_9e3857581a2ec37b016ae7775d1f618a43adba7ed020621c8c","object":"response","created_at":1793554269,"status":"in_progress","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":4096,"max_tool_calls":null,"model":"gpt-5-mini-2025-08-07","moderation":null,"output":[],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":"low","mode":"standard","summary":"auto"},"safety_identifier":null,"service_tier":"auto","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false},{"type":"function","description":"Local time in a city.","name":"get_time","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}},"sequence_number":1}\n'
        "\n"
        "event: response.output_item.added\n"
        'data: {"type":"response.output_item.added","item":{"id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","type":"reasoning","content":[],"summary":[],"encrypted_content":"gAAAAABj8_Sbml-d5ZnLZSLHYtm5hqe5nNRkgDHmZ224S-q134Jf2nykXp9nkHajBQDHm3R3uiPF_9wK90sNseCyJ9gjB7E4YbFlIKc_7xQF28zjDsFwxBBuRBoIkoXzO1dTocxEWyRjjKS5kdmtYSTmQ5V2rW5yPI1OJpPnrxMVNPZpPV8vsEhoQ-BCeUqAIagiuL0G_QnK7IkOAnvuTvJ4pS3ZIcJxrVqI9eg1gUPzL7V3nW-R-YcegbUe3S5VqPPCOejE8S4UjNxd_xWnZfadXXyqILSan82k-R_ZyqXsPDPuXVoWsYl-TLtEmsMg3-J5OFJNJaB82LCxvJw8EyozjV0dGElb-dLRkxjtgjsTmiHQo3w7Ons2eoELb-sHn_2Abx-PWmSjErkPuiJDIhd0cXwnYLg2IkDB9yA5NUgAxd8cbNI-CAoPR8oTdR0MOw-FrVcAMn2UB-z4UWphKEKsVMnfyS5-uwkusKEnKyx1thLoAFRfRYetxe4="},"output_index":0,"sequence_number":2}\n'
        "\n"
        "event: response.reasoning_summary_part.added\n"
        'data: {"type":"response.reasoning_summary_part.added","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","output_index":0,"part":{"type":"summary_text","text":""},"sequence_number":3,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"The w","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"FlOspwCrfom","output_index":0,"sequence_number":4,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"eath","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"4yPVsEGd0soD","output_index":0,"sequence_number":5,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"er ","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"hF1AEgsWjFMHc","output_index":0,"sequence_number":6,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"in B","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"un9MVDn3D0jD","output_index":0,"sequence_number":7,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"er","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"Ens8LkK4UDFeFz","output_index":0,"sequence_number":8,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"li","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"oh3WzltfC6nQ1e","output_index":0,"sequence_number":9,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"n ","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"woE3rmv3v3qZjJ","output_index":0,"sequence_number":10,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"dec","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"MhYeUupPQfanR","output_index":0,"sequence_number":11,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"ides","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"SoocIuk4KVvH","output_index":0,"sequence_number":12,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":" that","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"XOKB0NL7KAA","output_index":0,"sequence_number":13,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":", so","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"2QHnGZYkbb8s","output_index":0,"sequence_number":14,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":" I ","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"vzoWI1m68A5oC","output_index":0,"sequence_number":15,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"should","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"8uDO9SqrrY","output_index":0,"sequence_number":16,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":" loo","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"th1Tvy8y9JPB","output_index":0,"sequence_number":17,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"k it u","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"9wQYCX79fh","output_index":0,"sequence_number":18,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"p fi","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"CzrpOPKAs3EJ","output_index":0,"sequence_number":19,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":"rst","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"gMl1LXoEnyVld","output_index":0,"sequence_number":20,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.delta\n"
        'data: {"type":"response.reasoning_summary_text.delta","delta":".","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","obfuscation":"HtOmbT3qBeUnAqj","output_index":0,"sequence_number":21,"summary_index":0}\n'
        "\n"
        "event: response.reasoning_summary_text.done\n"
        'data: {"type":"response.reasoning_summary_text.done","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","output_index":0,"sequence_number":22,"summary_index":0,"text":"The weather in Berlin decides that, so I should look it up first."}\n'
        "\n"
        "event: response.reasoning_summary_part.done\n"
        'data: {"type":"response.reasoning_summary_part.done","item_id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","output_index":0,"part":{"type":"summary_text","text":"The weather in Berlin decides that, so I should look it up first."},"sequence_number":23,"summary_index":0}\n'
        "\n"
        "event: response.output_item.done\n"
        'data: {"type":"response.output_item.done","item":{"id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","type":"reasoning","content":[],"summary":[{"type":"summary_text","text":"The weather in Berlin decides that, so I should look it up first."}],"encrypted_content":"gAAAAABj8_Sbml-d5ZnLZSLHYtm5hqe5nNRkgDHmZ224S-q134Jf2nykXp9nkHajBQDHm3R3uiPF_9wK90sNseCyJ9gjB7E4YbFlIKc_7xQF28zjDsFwxBBuRBoIkoXzO1dTocxEWyRjjKS5kdmtYSTmQ5V2rW5yPI1OJpPnrxMVNPZpPV8vsEhoQ-BCeUqAIagiuL0G_QnK7IkOAnvuTvJ4pS3ZIcJxrVqI9eg1gUPzL7V3nW-R-YcegbUe3S5VqPPCOejE8S4UjNxd_xWnZfadXXyqILSan82k-R_ZyqXsPDPuXVoWsYl-TLtEmsMg3-J5OFJNJaB82LCxvJw8EyozjV0dGElb-dLRkxjtgjsTmiHQo3w7Ons2eoELb-sHn_2Abx-PWmSjErkPuiJDIhd0cXwnYLg2IkDB9yA5NUgAxd8cbNI-CAoPR8oTdR0MOw-FrVcAMn2UB-z4UWphKEKsVMnfyS5-uwkusKEnKyx1thLoAFRfRYetxe4="},"output_index":0,"sequence_number":24}\n'
        "\n"
        "event: response.output_item.added\n"
        'data: {"type":"response.output_item.added","item":{"id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","type":"function_call","status":"in_progress","arguments":"","call_id":"call_dVm9ohnkuIuFbme3l8iNvoGK","name":"get_weather"},"output_index":1,"sequence_number":25}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"{\\"","item_id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","obfuscation":"YlNX5WEL9Vm3XM","output_index":1,"sequence_number":26}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"cit","item_id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","obfuscation":"DN5iQeKgA9SYr","output_index":1,"sequence_number":27}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"y\\": \\"B","item_id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","obfuscation":"oaQ4md3EW1","output_index":1,"sequence_number":28}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"erlin","item_id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","obfuscation":"4n2onFhe2N3","output_index":1,"sequence_number":29}\n'
        "\n"
        "event: response.function_call_arguments.delta\n"
        'data: {"type":"response.function_call_arguments.delta","delta":"\\"}","item_id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","obfuscation":"GzJUET7AhvEGv5","output_index":1,"sequence_number":30}\n'
        "\n"
        "event: response.function_call_arguments.done\n"
        'data: {"type":"response.function_call_arguments.done","arguments":"{\\"city\\": \\"Berlin\\"}","item_id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","output_index":1,"sequence_number":31}\n'
        "\n"
        "event: response.output_item.done\n"
        'data: {"type":"response.output_item.done","item":{"id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","type":"function_call","status":"completed","arguments":"{\\"city\\": \\"Berlin\\"}","call_id":"call_dVm9ohnkuIuFbme3l8iNvoGK","name":"get_weather"},"output_index":1,"sequence_number":32}\n'
        "\n"
        "event: response.completed\n"
        'data: {"type":"response.completed","response":{"id":"resp_9e3857581a2ec37b016ae7775d1f618a43adba7ed020621c8c","object":"response","created_at":1793554269,"status":"completed","background":false,"completed_at":1793554271,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":4096,"max_tool_calls":null,"model":"gpt-5-mini-2025-08-07","moderation":null,"output":[{"id":"rs_9e3857581a2ec37b016ae7775d20938a4383b7297a94847344","type":"reasoning","content":[],"summary":[{"type":"summary_text","text":"The weather in Berlin decides that, so I should look it up first."}],"encrypted_content":"gAAAAABj8_Sbml-d5ZnLZSLHYtm5hqe5nNRkgDHmZ224S-q134Jf2nykXp9nkHajBQDHm3R3uiPF_9wK90sNseCyJ9gjB7E4YbFlIKc_7xQF28zjDsFwxBBuRBoIkoXzO1dTocxEWyRjjKS5kdmtYSTmQ5V2rW5yPI1OJpPnrxMVNPZpPV8vsEhoQ-BCeUqAIagiuL0G_QnK7IkOAnvuTvJ4pS3ZIcJxrVqI9eg1gUPzL7V3nW-R-YcegbUe3S5VqPPCOejE8S4UjNxd_xWnZfadXXyqILSan82k-R_ZyqXsPDPuXVoWsYl-TLtEmsMg3-J5OFJNJaB82LCxvJw8EyozjV0dGElb-dLRkxjtgjsTmiHQo3w7Ons2eoELb-sHn_2Abx-PWmSjErkPuiJDIhd0cXwnYLg2IkDB9yA5NUgAxd8cbNI-CAoPR8oTdR0MOw-FrVcAMn2UB-z4UWphKEKsVMnfyS5-uwkusKEnKyx1thLoAFRfRYetxe4="},{"id":"fc_9e3857581a2ec37b016ae7775d218a8a4396b65e5d89d7fab1","type":"function_call","status":"completed","arguments":"{\\"city\\": \\"Berlin\\"}","call_id":"call_dVm9ohnkuIuFbme3l8iNvoGK","name":"get_weather"}],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":"low","mode":"standard","summary":"auto"},"safety_identifier":null,"service_tier":"default","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false},{"type":"function","description":"Local time in a city.","name":"get_time","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":{"input_tokens":156,"input_tokens_details":{"cache_write_tokens":0,"cached_tokens":0},"output_tokens":31,"output_tokens_details":{"reasoning_tokens":16},"total_tokens":187},"user":null,"metadata":{}},"sequence_number":33}\n'
        "\n",
    ),
    (
        200,
        "text/event-stream; charset=utf-8",
        "event: response.created\n"
        'data: {"type":"response.created","response":{"id":"resp_584453b4bc671724016ae777622b9e884387118254d9454db9","object":"response","created_at":1793554274,"status":"in_progress","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":4096,"max_tool_calls":null,"model":"gpt-5-mini-2025-08-07","moderation":null,"output":[],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":"low","mode":"standard","summary":"auto"},"safety_identifier":null,"service_tier":"auto","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false},{"type":"function","description":"Local time in a city.","name":"get_time","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}},"sequence_number":0}\n'
        "\n"
        "event: response.in_progress\n"
        'data: {"type":"response.in_progress","response":{"id":"resp_584453b4bc671724016ae777622b9e884387118254d9454db9","object":"response","created_at":1793554274,"status":"in_progress","background":false,"completed_at":null,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":4096,"max_tool_calls":null,"model":"gpt-5-mini-2025-08-07","moderation":null,"output":[],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":"low","mode":"standard","summary":"auto"},"safety_identifier":null,"service_tier":"auto","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false},{"type":"function","description":"Local time in a city.","name":"get_time","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":null,"user":null,"metadata":{}},"sequence_number":1}\n'
        "\n"
        "event: response.output_item.added\n"
        'data: {"type":"response.output_item.added","item":{"id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","type":"message","status":"in_progress","content":[],"role":"assistant"},"output_index":0,"sequence_number":2}\n'
        "\n"
        "event: response.content_part.added\n"
        'data: {"type":"response.content_part.added","content_index":0,"item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","output_index":0,"part":{"type":"output_text","annotations":[],"logprobs":[],"text":""},"sequence_number":3}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"No, ","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"l83Rw4Lp3Uv5","output_index":0,"sequence_number":4}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"it is ","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"KwH0MYRfVN","output_index":0,"sequence_number":5}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"21 de","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"HqOTJmWDqH1","output_index":0,"sequence_number":6}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"gr","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"duhWFO5xm5rXTI","output_index":0,"sequence_number":7}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"ee","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"n0mjBXh5eo4iL6","output_index":0,"sequence_number":8}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"s and","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"Iu8tmXXI4Ou","output_index":0,"sequence_number":9}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":" cl","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"QDZkIXr2qKqAR","output_index":0,"sequence_number":10}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"ear i","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"gTQhdV9b9bj","output_index":0,"sequence_number":11}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"n Ber","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"OqRLsIv24nr","output_index":0,"sequence_number":12}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":"lin","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"B6uKEYYx3Ciir","output_index":0,"sequence_number":13}\n'
        "\n"
        "event: response.output_text.delta\n"
        'data: {"type":"response.output_text.delta","content_index":0,"delta":".","item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"obfuscation":"JwQJUxKGCkCq59W","output_index":0,"sequence_number":14}\n'
        "\n"
        "event: response.output_text.done\n"
        'data: {"type":"response.output_text.done","content_index":0,"item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","logprobs":[],"output_index":0,"sequence_number":15,"text":"No, it is 21 degrees and clear in Berlin."}\n'
        "\n"
        "event: response.content_part.done\n"
        'data: {"type":"response.content_part.done","content_index":0,"item_id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","output_index":0,"part":{"type":"output_text","annotations":[],"logprobs":[],"text":"No, it is 21 degrees and clear in Berlin."},"sequence_number":16}\n'
        "\n"
        "event: response.output_item.done\n"
        'data: {"type":"response.output_item.done","item":{"id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","type":"message","status":"completed","content":[{"type":"output_text","annotations":[],"logprobs":[],"text":"No, it is 21 degrees and clear in Berlin."}],"role":"assistant"},"output_index":0,"sequence_number":17}\n'
        "\n"
        "event: response.completed\n"
        'data: {"type":"response.completed","response":{"id":"resp_584453b4bc671724016ae777622b9e884387118254d9454db9","object":"response","created_at":1793554274,"status":"completed","background":false,"completed_at":1793554276,"error":null,"frequency_penalty":0.0,"incomplete_details":null,"instructions":null,"max_output_tokens":4096,"max_tool_calls":null,"model":"gpt-5-mini-2025-08-07","moderation":null,"output":[{"id":"msg_584453b4bc671724016ae777622d578843a89f9eb83656f1f5","type":"message","status":"completed","content":[{"type":"output_text","annotations":[],"logprobs":[],"text":"No, it is 21 degrees and clear in Berlin."}],"role":"assistant"}],"parallel_tool_calls":true,"presence_penalty":0.0,"previous_response_id":null,"prompt_cache_key":null,"prompt_cache_retention":"in_memory","reasoning":{"context":null,"effort":"low","mode":"standard","summary":"auto"},"safety_identifier":null,"service_tier":"default","store":false,"temperature":1.0,"text":{"format":{"type":"text"},"verbosity":"medium"},"tool_choice":"auto","tool_usage":{"image_gen":{"input_tokens":0,"input_tokens_details":{"image_tokens":0,"text_tokens":0},"output_tokens":0,"output_tokens_details":{"image_tokens":0,"text_tokens":0},"total_tokens":0},"web_search":{"num_requests":0}},"tools":[{"type":"function","description":"Current weather in a city.","name":"get_weather","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."},"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]},"strict":false},{"type":"function","description":"Local time in a city.","name":"get_time","output_schema":null,"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}},"required":["city"]},"strict":false}],"top_logprobs":0,"top_p":1.0,"truncation":"disabled","usage":{"input_tokens":423,"input_tokens_details":{"cache_write_tokens":0,"cached_tokens":0},"output_tokens":10,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":433},"user":null,"metadata":{}},"sequence_number":18}\n'
        "\n",
    ),
]
REQUESTS = []


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        print("POST", self.path, body.decode())
        status, kind, answer = ANSWERS[min(len(REQUESTS), len(ANSWERS) - 1)]
        REQUESTS.append(json.loads(body))
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_):
        pass


threading.Thread(target=HTTPServer(("127.0.0.1", 8765), Provider).serve_forever, daemon=True).start()

messages = [
    {"role": "system", "content": "Use the tools to answer."},
    {"role": "user", "content": "Do I need a coat in Berlin today?"},
]


def ask():
    answer = litellm.completion(
        model="openai/responses/gpt-5-mini",
        messages=messages,
        max_retries=0,
        stream=True,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "get_weather",
                    "description": "Current weather in a city.",
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "city": {"type": "string", "description": "Name of the city."},
                            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
                        },
                        "required": ["city"],
                    },
                },
            },
            {
                "type": "function",
                "function": {
                    "name": "get_time",
                    "description": "Local time in a city.",
                    "parameters": {
                        "type": "object",
                        "properties": {"city": {"type": "string", "description": "Name of the city."}},
                        "required": ["city"],
                    },
                },
            },
        ],
        max_tokens=4096,
        reasoning_effort="low",
        api_key="some-key",
        api_base="http://127.0.0.1:8765/v1",
    )
    return litellm.stream_chunk_builder(list(answer), messages=messages).choices[0].message


message = ask()
messages.append(message)
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": '{"temperature": 21, "sky": "clear"}'})
message = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at input, in request 2?
item = {
    "type": "reasoning",
    "encrypted_content": "gAAAAABj8_Sbml-d5ZnLZSLHYtm5hqe5nNRkgDHmZ224S-q134Jf2nykXp9nkHajBQDHm3R3uiPF_9wK90sNseCyJ9gjB7E4YbFlIKc_7xQF28zjDsFwxBBuRBoIkoXzO1dTocxEWyRjjKS5kdmtYSTmQ5V2rW5yPI1OJpPnrxMVNPZpPV8vsEhoQ-BCeUqAIagiuL0G_QnK7IkOAnvuTvJ4pS3ZIcJxrVqI9eg1gUPzL7V3nW-R-YcegbUe3S5VqPPCOejE8S4UjNxd_xWnZfadXXyqILSan82k-R_ZyqXsPDPuXVoWsYl-TLtEmsMg3-J5OFJNJaB82LCxvJw8EyozjV0dGElb-dLRkxjtgjsTmiHQo3w7Ons2eoELb-sHn_2Abx-PWmSjErkPuiJDIhd0cXwnYLg2IkDB9yA5NUgAxd8cbNI-CAoPR8oTdR0MOw-FrVcAMn2UB-z4UWphKEKsVMnfyS5-uwkusKEnKyx1thLoAFRfRYetxe4=",
}
items = REQUESTS[1]
for step in ["input"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
