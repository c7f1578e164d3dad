# Regret matching; called from compiled code alone.
