CREATE TABLE "secret_uses" (
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"seq" integer NOT NULL,
	"purpose" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "secret_uses_user_id_secret_seq_pk" PRIMARY KEY("user_id","secret","seq")
);
