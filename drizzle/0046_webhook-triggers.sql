-- W-15: what happens is written for endpoints in its own transaction, wherever it is written from.
-- Arguments: the source, the column of its kind or state, and that of its time.
CREATE FUNCTION "queue_webhook_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	happened jsonb;
BEGIN
	IF EXISTS (SELECT 1 FROM "webhooks" WHERE "user_id" = NEW."user_id" AND "off" IS NULL) THEN
		happened := to_jsonb(NEW);
		INSERT INTO "webhook_events" ("user_id", "id", "source", "ref_id", "kind", "at")
		VALUES (NEW."user_id", uuidv7(), TG_ARGV[0], NEW."id", happened ->> TG_ARGV[1], (happened ->> TG_ARGV[2])::bigint);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "block_events_to_webhooks" AFTER INSERT ON "block_events" FOR EACH ROW
	WHEN (NEW."kind" IN ('order-found', 'skipped', 'ended'))
	EXECUTE FUNCTION "queue_webhook_event"('block', 'kind', 'at');--> statement-breakpoint
CREATE TRIGGER "bot_runs_made_to_webhooks" AFTER INSERT ON "bot_runs" FOR EACH ROW
	WHEN (NEW."state" = 'starting')
	EXECUTE FUNCTION "queue_webhook_event"('bot', 'state', 'state_since');--> statement-breakpoint
CREATE TRIGGER "bot_runs_to_webhooks" AFTER UPDATE OF "state" ON "bot_runs" FOR EACH ROW
	WHEN (NEW."state" <> OLD."state" AND NEW."state" IN ('starting', 'attention', 'stopped'))
	EXECUTE FUNCTION "queue_webhook_event"('bot', 'state', 'state_since');--> statement-breakpoint
CREATE TRIGGER "bot_orders_to_webhooks" AFTER UPDATE OF "state" ON "bot_orders" FOR EACH ROW
	WHEN (NEW."state" <> OLD."state" AND NEW."state" = 'filled' AND NEW."leg" IN ('buy', 'sell'))
	EXECUTE FUNCTION "queue_webhook_event"('bot-order', 'leg', 'updated_at');--> statement-breakpoint
CREATE TRIGGER "firings_to_webhooks" AFTER INSERT ON "firings" FOR EACH ROW
	EXECUTE FUNCTION "queue_webhook_event"('alert', 'alert_id', 'fired_at');--> statement-breakpoint
CREATE TRIGGER "hook_signals_to_webhooks" AFTER INSERT ON "hook_signals" FOR EACH ROW
	WHEN (NEW."result" = 'refused')
	EXECUTE FUNCTION "queue_webhook_event"('signal', 'result', 'received_at');--> statement-breakpoint
CREATE TRIGGER "hook_signals_failed_to_webhooks" AFTER UPDATE OF "state" ON "hook_signals" FOR EACH ROW
	WHEN (NEW."state" <> OLD."state" AND NEW."state" IN ('failed', 'dropped') AND NEW."result" = 'taken')
	EXECUTE FUNCTION "queue_webhook_event"('signal', 'state', 'done_at');
