CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"channel" text NOT NULL,
	"about" text NOT NULL,
	"reply_to" text NOT NULL,
	"message" text NOT NULL,
	"photo" "bytea",
	"photo_type" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_at" bigint NOT NULL,
	"lease_owner" uuid,
	"lease_until" bigint,
	"fence" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "support_messages_next" ON "support_messages" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "support_messages_owner" ON "support_messages" USING btree ("user_id");