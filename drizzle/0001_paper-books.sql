CREATE TABLE "paper"."exchange" (
	"id" integer PRIMARY KEY NOT NULL,
	"epoch" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "paper"."orders" ALTER COLUMN "order_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "paper"."orders" ALTER COLUMN "order_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "paper"."trades" DROP CONSTRAINT "trades_pkey";--> statement-breakpoint
ALTER TABLE "paper"."trades" ALTER COLUMN "trade_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "paper"."trades" ALTER COLUMN "trade_id" DROP DEFAULT;--> statement-breakpoint
DROP SEQUENCE "paper"."trades_trade_id_seq";--> statement-breakpoint
DROP SEQUENCE "paper"."orders_order_id_seq";--> statement-breakpoint
ALTER TABLE "paper"."trades" ALTER COLUMN "order_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "paper"."trades" ADD CONSTRAINT "trades_symbol_trade_id_pk" PRIMARY KEY("symbol","trade_id");--> statement-breakpoint
ALTER TABLE "paper"."prices" ADD COLUMN "trade_id" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "paper"."prices" ADD COLUMN "pinned" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "paper"."balances" ADD CONSTRAINT "paper_balances_covered" CHECK ("paper"."balances"."free" >= 0 and "paper"."balances"."locked" >= 0);