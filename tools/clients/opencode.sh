# Send one question to opencode: sh opencode.sh ADDRESS HOME MADE
cd "$2" || exit 1
cat > opencode.json <<JSON
{"provider": {"loopback": {"npm": "@ai-sdk/openai-compatible", "name": "loopback",
  "options": {"baseURL": "$1/v1", "apiKey": "none"}, "models": {"some-model": {"name": "some-model", "tool_call": true}}}},
 "model": "loopback/some-model"}
JSON
HOME="$2" "$3/node_modules/.bin/opencode" run "Look up the weather in Oslo." < /dev/null
