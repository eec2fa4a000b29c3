CREATE TABLE "traded_pairs" (
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"halted_since" bigint,
	CONSTRAINT "traded_pairs_market_symbol_pk" PRIMARY KEY("market","symbol")
);
