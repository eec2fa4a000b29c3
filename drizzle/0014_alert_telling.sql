ALTER TABLE "users" ADD COLUMN "alerts_by_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quiet_from" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quiet_to" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "num" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_firing" ON "deliveries" USING btree ("user_id","firing_id");--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_num" UNIQUE("num");