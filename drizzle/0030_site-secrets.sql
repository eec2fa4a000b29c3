CREATE TABLE "site_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"data_key" "bytea" NOT NULL,
	"master_key_id" text NOT NULL
);
