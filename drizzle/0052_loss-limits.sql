CREATE TABLE "loss_limits" (
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"kind" text NOT NULL,
	"most" numeric(36, 18) NOT NULL,
	"closes_all" boolean NOT NULL,
	"set_at" bigint NOT NULL,
	"day" bigint NOT NULL,
	"base" numeric(36, 18),
	"highest" numeric(36, 18),
	"reached_at" bigint,
	CONSTRAINT "loss_limits_user_id_scope_pk" PRIMARY KEY("user_id","scope")
);
