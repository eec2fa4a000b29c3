CREATE TABLE "leases" (
	"scope" text NOT NULL,
	"name" text NOT NULL,
	"holder" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"fence" bigint NOT NULL,
	CONSTRAINT "leases_scope_name_pk" PRIMARY KEY("scope","name")
);
