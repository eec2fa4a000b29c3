CREATE TABLE "exchange_silences" (
	"origin" text NOT NULL,
	"address" text NOT NULL,
	"until" bigint NOT NULL,
	CONSTRAINT "exchange_silences_origin_address_pk" PRIMARY KEY("origin","address")
);
