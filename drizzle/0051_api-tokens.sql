CREATE TABLE "api_token_uses" (
	"user_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"hour" bigint NOT NULL,
	"call" text NOT NULL,
	"address" text NOT NULL,
	"allowed" boolean NOT NULL,
	"count" integer NOT NULL,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	CONSTRAINT "api_token_uses_user_id_token_id_hour_call_address_allowed_pk" PRIMARY KEY("user_id","token_id","hour","call","address","allowed")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"used_at" bigint,
	"address" text,
	CONSTRAINT "api_tokens_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "api_tokens_once" UNIQUE("token_hash")
);
