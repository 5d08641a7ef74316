CREATE UNLOGGED TABLE "limit_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"used" bigint NOT NULL,
	"most" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "limit_counts_used" CHECK ("limit_counts"."used" >= 0),
	CONSTRAINT "limit_counts_most" CHECK ("limit_counts"."most" >= 0)
);
