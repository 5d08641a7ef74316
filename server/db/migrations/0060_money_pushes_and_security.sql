CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" bigint,
	"address" text,
	"hour" timestamp (3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "security_events_once" UNIQUE NULLS NOT DISTINCT("hour","kind","user_id","address"),
	CONSTRAINT "security_events_kind" CHECK ("security_events"."kind" in ('failed_login', 'new_device', 'refused_link')),
	CONSTRAINT "security_events_times" CHECK ("security_events"."times" > 0)
);
--> statement-breakpoint
ALTER TABLE "pool_entries" DROP CONSTRAINT "pool_entries_action";--> statement-breakpoint
ALTER TABLE "pool_entries" DROP CONSTRAINT "pool_entries_amount";--> statement-breakpoint
ALTER TABLE "reversals" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "reminder_deliveries" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_events_last" ON "security_events" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","last_at") WHERE "security_events"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "security_events_address" ON "security_events" USING btree ("address","last_at") WHERE "security_events"."address" is not null;--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("mode","paid_at") WHERE "payments"."paid_at" is not null;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_reason" CHECK ("reversals"."reason" in ('request', 'twice', 'fault', 'goodwill'));--> statement-breakpoint
ALTER TABLE "pool_entries" ADD CONSTRAINT "pool_entries_action" CHECK ("pool_entries"."action" in ('stock', 'gift', 'taken', 'redeem', 'purchase', 'refund', 'dispute'));--> statement-breakpoint
ALTER TABLE "pool_entries" ADD CONSTRAINT "pool_entries_amount" CHECK (case when "pool_entries"."action" = 'redeem' then "pool_entries"."amount" < 0
        when "pool_entries"."action" in ('taken') then "pool_entries"."amount" < 0
        when "pool_entries"."action" in ('refund', 'dispute') then "pool_entries"."amount" <> 0 else "pool_entries"."amount" > 0 end);