CREATE TABLE "bots" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"key_id" uuid NOT NULL,
	"plan" jsonb NOT NULL,
	"stop" jsonb NOT NULL,
	"start_at" numeric(36, 18),
	"copy_keys" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "bots_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE INDEX "bots_key" ON "bots" USING btree ("user_id","key_id");