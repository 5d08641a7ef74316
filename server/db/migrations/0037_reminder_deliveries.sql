CREATE TABLE "push_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"login_hash" "bytea" NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminder_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reminder_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"device_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "reminder_deliveries_once" UNIQUE NULLS NOT DISTINCT("reminder_id","channel","device_id"),
	CONSTRAINT "reminder_deliveries_channel" CHECK ("reminder_deliveries"."channel" in ('push', 'mail')),
	CONSTRAINT "reminder_deliveries_device" CHECK (("reminder_deliveries"."channel" = 'push') = ("reminder_deliveries"."device_id" is not null)),
	CONSTRAINT "reminder_deliveries_attempts" CHECK ("reminder_deliveries"."attempts" >= 0),
	CONSTRAINT "reminder_deliveries_state" CHECK ("reminder_deliveries"."due_at" is null or "reminder_deliveries"."failed_at" is null)
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_login_hash_logins_token_hash_fk" FOREIGN KEY ("login_hash") REFERENCES "public"."logins"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_deliveries" ADD CONSTRAINT "reminder_deliveries_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_deliveries" ADD CONSTRAINT "reminder_deliveries_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_endpoint" ON "push_devices" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_devices_user" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_devices_login" ON "push_devices" USING btree ("login_hash");--> statement-breakpoint
CREATE INDEX "reminder_deliveries_device" ON "reminder_deliveries" USING btree ("device_id") WHERE "reminder_deliveries"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "reminder_deliveries_due" ON "reminder_deliveries" USING btree ("due_at") WHERE "reminder_deliveries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "reminder_deliveries_failed" ON "reminder_deliveries" USING btree ("failed_at") WHERE "reminder_deliveries"."failed_at" is not null;