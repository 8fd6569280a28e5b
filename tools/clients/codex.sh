# Send one question to Codex: sh codex.sh ADDRESS HOME MADE MODEL
cat > "$2/config.toml" <<TOML
model = "$4"
model_provider = "loopback"
[model_providers.loopback]
name = "loopback"
base_url = "$1/v1"
wire_api = "responses"
env_key = "UNUSED_KEY"
TOML
CODEX_HOME="$2" UNUSED_KEY=none "$3/node_modules/.bin/codex" exec --skip-git-repo-check -C "$2" \
    "Look up the weather in Oslo." < /dev/null
