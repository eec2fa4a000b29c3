CREATE TABLE "paper"."beginnings" (
	"symbol" text PRIMARY KEY NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper"."candles" (
	"symbol" text NOT NULL,
	"length" integer NOT NULL,
	"open_time" bigint NOT NULL,
	"open" numeric(36, 18) NOT NULL,
	"high" numeric(36, 18) NOT NULL,
	"low" numeric(36, 18) NOT NULL,
	"close" numeric(36, 18) NOT NULL,
	"volume" numeric(36, 18) NOT NULL,
	"quote_volume" numeric(36, 18) NOT NULL,
	"taker_volume" numeric(36, 18) NOT NULL,
	"taker_quote_volume" numeric(36, 18) NOT NULL,
	"count" integer NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	CONSTRAINT "candles_symbol_length_open_time_pk" PRIMARY KEY("symbol","length","open_time")
);
