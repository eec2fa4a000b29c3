CREATE TABLE "alert_engines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
