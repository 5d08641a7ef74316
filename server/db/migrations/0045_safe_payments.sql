CREATE TABLE "invoice_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_series_series" CHECK ("invoice_series"."series" in ('CH', 'TEST')),
	CONSTRAINT "invoice_series_last" CHECK ("invoice_series"."last" >= 0)
);
--> statement-breakpoint
CREATE TABLE "free_uses" (
	"action" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "free_uses_action_subject_id_pk" PRIMARY KEY("action","subject_id"),
	CONSTRAINT "free_uses_action" CHECK ("free_uses"."action" in ('goal', 'join', 'log', 'note', 'post', 'message'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_plan" text;--> statement-breakpoint
-- Numbers that people were given stay: they were made of the id.
update payments set number = 'CH-' || case when id < 1000000 then lpad(id::text, 6, '0') else id::text end
  where state = 'paid' or kind = 'plan';--> statement-breakpoint
update payments set payer = users.name from users
  where users.id = payments.user_id and users.erased_at is null and payments.state = 'paid';--> statement-breakpoint
insert into invoice_series (series, last)
  select 'CH', coalesce(max(id), 0)::int from payments where number is not null;
