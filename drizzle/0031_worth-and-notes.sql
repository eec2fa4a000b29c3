CREATE TABLE "worth_snapshots" (
	"user_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"bucket" bigint NOT NULL,
	"at" bigint NOT NULL,
	"usdt" numeric(36, 18),
	CONSTRAINT "worth_snapshots_user_id_grain_bucket_key_id_pk" PRIMARY KEY("user_id","grain","bucket","key_id")
);
--> statement-breakpoint
CREATE TABLE "block_notes" (
	"user_id" uuid NOT NULL,
	"block_id" uuid NOT NULL,
	"tags" text[] NOT NULL,
	"note" text NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "block_notes_user_id_block_id_pk" PRIMARY KEY("user_id","block_id")
);
--> statement-breakpoint
CREATE INDEX "worth_snapshots_bucket" ON "worth_snapshots" USING btree ("grain","bucket");