CREATE TABLE "bot_copies" (
	"user_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"copier" "bytea" NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "bot_copies_user_id_bot_id_copier_pk" PRIMARY KEY("user_id","bot_id","copier")
);
--> statement-breakpoint
CREATE TABLE "bot_links" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"token" text NOT NULL,
	"figures" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint,
	CONSTRAINT "bot_links_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "bot_links_id" UNIQUE("id"),
	CONSTRAINT "bot_links_token" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "people_copied" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "bot_links_bot_once" ON "bot_links" USING btree ("user_id","bot_id") WHERE revoked_at is null;