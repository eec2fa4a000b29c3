CREATE TABLE "webhook_deliveries" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"lease_owner" uuid,
	"lease_until" bigint,
	"fence" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"done_at" bigint,
	CONSTRAINT "webhook_deliveries_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "webhook_events_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"off" text,
	"sealed_secret" "bytea" NOT NULL,
	"old_sealed_secret" "bytea",
	"old_secret_until" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "webhooks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("user_id","webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_events_at" ON "webhook_events" USING btree ("at");