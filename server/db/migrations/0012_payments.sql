CREATE TABLE "cards" (
	"provider" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"mode" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" smallint NOT NULL,
	"exp_year" smallint NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cards_mode" CHECK ("cards"."mode" in ('sandbox', 'test', 'live')),
	CONSTRAINT "cards_last4" CHECK ("cards"."last4" ~ '^[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"user_id" bigint NOT NULL,
	"mode" text NOT NULL,
	"request_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"provider" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"look_at" timestamp (3) with time zone,
	CONSTRAINT "customers_user_id_mode_pk" PRIMARY KEY("user_id","mode"),
	CONSTRAINT "customers_mode" CHECK ("customers"."mode" in ('sandbox', 'test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"request_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"intent" text,
	"invoice" text,
	"subscription_id" bigint,
	"plan" text,
	"to_pool" boolean DEFAULT false NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"uses" integer NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"is_disputed" boolean DEFAULT false NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "payments_mode" CHECK ("payments"."mode" in ('sandbox', 'test', 'live')),
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('tokens', 'plan')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('open', 'paid', 'void')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0),
	CONSTRAINT "payments_uses" CHECK ("payments"."uses" > 0),
	CONSTRAINT "payments_currency" CHECK ("payments"."currency" ~ '^[a-z]{3}$'),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded" between 0 and "payments"."amount"),
	CONSTRAINT "payments_paid" CHECK (("payments"."paid_at" is not null) = ("payments"."state" = 'paid')),
	CONSTRAINT "payments_plan" CHECK (case "payments"."kind" when 'plan' then "payments"."plan" is not null and "payments"."plan" in ('goals_sub', 'goals_sessions_sub')
        and "payments"."invoice" is not null and "payments"."subscription_id" is not null and not "payments"."to_pool"
        else num_nonnulls("payments"."plan", "payments"."invoice", "payments"."subscription_id") = 0 end)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object" text NOT NULL,
	"customer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"handled_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "provider_events_attempts" CHECK ("provider_events"."attempts" >= 0),
	CONSTRAINT "provider_events_state" CHECK (num_nonnulls("provider_events"."due_at", "provider_events"."handled_at", "provider_events"."failed_at") = 1)
);
--> statement-breakpoint
CREATE TABLE "reversals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reversals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"amount" integer NOT NULL,
	"uses" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "reversals_kind" CHECK ("reversals"."kind" in ('refund', 'dispute')),
	CONSTRAINT "reversals_amount" CHECK ("reversals"."amount" >= 0),
	CONSTRAINT "reversals_uses" CHECK ("reversals"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"mode" text NOT NULL,
	"request_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"provider" text,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone,
	"end_date" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "subscriptions_mode" CHECK ("subscriptions"."mode" in ('sandbox', 'test', 'live')),
	CONSTRAINT "subscriptions_plan" CHECK ("subscriptions"."plan" in ('goals_sub', 'goals_sessions_sub')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" <> '')
);
--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_action";--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_charge";--> statement-breakpoint
ALTER TABLE "pool_entries" DROP CONSTRAINT "pool_entries_action";--> statement-breakpoint
ALTER TABLE "pool_entries" DROP CONSTRAINT "pool_entries_amount";--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "pool_entries" ADD COLUMN "subject_id" bigint;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_user" ON "cards" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_provider_key" ON "customers" USING btree ("provider");--> statement-breakpoint
CREATE INDEX "customers_look" ON "customers" USING btree ("look_at") WHERE "customers"."look_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent_key" ON "payments" USING btree ("intent");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_invoice_key" ON "payments" USING btree ("invoice");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_subscription" ON "payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open_pack" ON "payments" USING btree ("user_id","mode") WHERE "payments"."kind" = 'tokens' and "payments"."state" = 'open';--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "provider_events" USING btree ("due_at") WHERE "provider_events"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_events_created" ON "provider_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reversals_provider_key" ON "reversals" USING btree ("provider");--> statement-breakpoint
CREATE INDEX "reversals_payment" ON "reversals" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider_key" ON "subscriptions" USING btree ("provider");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_current" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."ended_at" is null and "subscriptions"."status" <> 'incomplete';--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_attempt" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."ended_at" is null and "subscriptions"."status" = 'incomplete';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_given_once" ON "ledger" USING btree ("action","subject_id") WHERE "ledger"."amount" > 0 and "ledger"."subject_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pool_entries_given_once" ON "pool_entries" USING btree ("action","subject_id") WHERE "pool_entries"."amount" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "pool_entries_taken_once" ON "pool_entries" USING btree ("action","subject_id") WHERE "pool_entries"."amount" < 0;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_plan" CHECK ("balances"."plan" in ('goals_sub', 'goals_sessions_sub'));--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_payment" CHECK (case "ledger"."action" when 'purchase' then "ledger"."bucket" = 'purchased' and "ledger"."amount" > 0
        when 'renewal' then "ledger"."bucket" = 'monthly' and "ledger"."amount" > 0
        when 'ended' then "ledger"."bucket" = 'monthly' and "ledger"."amount" < 0
        when 'refund' then "ledger"."bucket" <> 'free' when 'dispute' then "ledger"."bucket" <> 'free' else true end);--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_action" CHECK ("ledger"."action" in ('welcome', 'correction', 'redeem', 'purchase', 'renewal', 'ended', 'refund', 'dispute', 'goal', 'join', 'log', 'note', 'post', 'message'));--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_charge" CHECK (case when "ledger"."action" in ('goal', 'join', 'log', 'note', 'post', 'message')
        then "ledger"."amount" < 0 and "ledger"."subject_id" is not null
        when "ledger"."action" in ('purchase', 'renewal', 'ended', 'refund', 'dispute') then "ledger"."subject_id" is not null
        else "ledger"."subject_id" is null end);--> statement-breakpoint
ALTER TABLE "pool_entries" ADD CONSTRAINT "pool_entries_subject" CHECK (("pool_entries"."subject_id" is not null) = "pool_entries"."action" in ('purchase', 'refund', 'dispute'));--> statement-breakpoint
ALTER TABLE "pool_entries" ADD CONSTRAINT "pool_entries_action" CHECK ("pool_entries"."action" in ('stock', 'gift', 'redeem', 'purchase', 'refund', 'dispute'));--> statement-breakpoint
ALTER TABLE "pool_entries" ADD CONSTRAINT "pool_entries_amount" CHECK (case when "pool_entries"."action" = 'redeem' then "pool_entries"."amount" < 0
        when "pool_entries"."action" in ('refund', 'dispute') then "pool_entries"."amount" <> 0 else "pool_entries"."amount" > 0 end);