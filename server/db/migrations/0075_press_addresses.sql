CREATE TABLE "press_addresses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "press_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"goal_id" bigint NOT NULL,
	"button_uuid" text,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"pressed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "press_addresses" ADD CONSTRAINT "press_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "press_addresses" ADD CONSTRAINT "press_addresses_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "press_addresses_secret" ON "press_addresses" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "press_addresses_user" ON "press_addresses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "press_addresses_goal" ON "press_addresses" USING btree ("goal_id");