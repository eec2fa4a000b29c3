CREATE TABLE "block_events" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"block_id" uuid NOT NULL,
	"position_id" uuid,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "block_events_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"block_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"quantity" numeric(36, 18) NOT NULL,
	"with_targets" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"skip_code" text,
	"reason" text,
	"interference" text,
	"released" boolean DEFAULT false NOT NULL,
	"ignores_targets" boolean DEFAULT false NOT NULL,
	"end_reason" text,
	"ended_at" bigint,
	"retried_at" bigint DEFAULT 0 NOT NULL,
	"send_before" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "positions_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "positions_key_once" UNIQUE("user_id","block_id","key_id")
);
--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "origin" text DEFAULT 'placed' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "take_profit" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "stop_loss" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "ending" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "closed_at" bigint;--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "due_at" bigint;--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "lease_owner" text;--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "lease_until" bigint;--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "position_id" uuid;--> statement-breakpoint
UPDATE "orders" SET "position_id" = "id";--> statement-breakpoint
INSERT INTO "positions" ("user_id", "id", "block_id", "key_id", "ordinal", "price", "quantity", "state", "end_reason", "ended_at", "created_at", "updated_at")
SELECT o."user_id", o."id", o."block_id", o."key_id", 0, o."price", o."quantity",
  CASE WHEN b."open" THEN 'placed' WHEN o."state" = 'rejected' THEN 'rejected' ELSE 'removed' END,
  CASE WHEN b."open" THEN NULL WHEN o."state" = 'rejected' THEN 'rejected' ELSE 'removed' END,
  CASE WHEN b."open" THEN NULL ELSE o."updated_at" END, o."placed_at", o."updated_at"
FROM "orders" o JOIN "order_blocks" b ON b."user_id" = o."user_id" AND b."id" = o."block_id";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "position_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "client_list_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "type" text DEFAULT 'limit' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stop_price" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "expiry_reason" text;--> statement-breakpoint
CREATE INDEX "block_events_block" ON "block_events" USING btree ("user_id","block_id","id");--> statement-breakpoint
CREATE INDEX "positions_key" ON "positions" USING btree ("user_id","key_id");--> statement-breakpoint
CREATE INDEX "order_blocks_due" ON "order_blocks" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_leg_once" UNIQUE("user_id","position_id","leg","attempt");