CREATE TABLE "paper"."candle_blocks" (
	"symbol" text NOT NULL,
	"length" integer NOT NULL,
	"open_time" bigint NOT NULL,
	"lines" text NOT NULL,
	CONSTRAINT "candle_blocks_symbol_length_open_time_pk" PRIMARY KEY("symbol","length","open_time")
);
