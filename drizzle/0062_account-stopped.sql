-- W-16: account.stopped. Written with what stops the trading of an account, wherever that is written from; it refers to
-- the account. Of the whole site it is told to everyone who has an endpoint that is on.
CREATE FUNCTION "queue_account_stop"("about" uuid, "stopped_by" text, "stopped_at" bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "webhook_events" ("user_id", "id", "source", "ref_id", "kind", "at")
	SELECT "user_id", uuidv7(), 'account', "user_id", "stopped_by", "stopped_at"
	FROM (SELECT DISTINCT "user_id" FROM "webhooks" WHERE "off" IS NULL AND ("about" IS NULL OR "user_id" = "about")) "told"
$$;--> statement-breakpoint
CREATE FUNCTION "account_stopped"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	happened jsonb := to_jsonb(NEW);
BEGIN
	CASE TG_TABLE_NAME
	WHEN 'users' THEN
		PERFORM "queue_account_stop"(NEW."user_id", 'owner', (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
	WHEN 'loss_limits' THEN
		PERFORM "queue_account_stop"(NEW."user_id", 'loss-limit ' || (happened ->> 'scope'), (happened ->> 'reached_at')::bigint);
	ELSE
		PERFORM "queue_account_stop"(
			substring(happened ->> 'name' FROM '^trading/(.*)$')::uuid,
			CASE WHEN happened ->> 'name' = 'trading' THEN 'site' ELSE 'operator' END,
			(happened ->> 'changed_at')::bigint
		);
	END CASE;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "own_switch_to_webhooks" AFTER UPDATE OF "trading_off" ON "users" FOR EACH ROW
	WHEN (NEW."trading_off" AND NOT OLD."trading_off")
	EXECUTE FUNCTION "account_stopped"();--> statement-breakpoint
CREATE TRIGGER "loss_limits_to_webhooks" AFTER UPDATE OF "reached_at" ON "loss_limits" FOR EACH ROW
	WHEN (NEW."reached_at" IS NOT NULL AND NEW."reached_at" IS DISTINCT FROM OLD."reached_at")
	EXECUTE FUNCTION "account_stopped"();--> statement-breakpoint
CREATE TRIGGER "switches_made_to_webhooks" AFTER INSERT ON "switches" FOR EACH ROW
	WHEN (NOT NEW."on" AND (NEW."name" = 'trading' OR NEW."name" LIKE 'trading/%'))
	EXECUTE FUNCTION "account_stopped"();--> statement-breakpoint
CREATE TRIGGER "switches_to_webhooks" AFTER UPDATE OF "on" ON "switches" FOR EACH ROW
	WHEN (OLD."on" AND NOT NEW."on" AND (NEW."name" = 'trading' OR NEW."name" LIKE 'trading/%'))
	EXECUTE FUNCTION "account_stopped"();
