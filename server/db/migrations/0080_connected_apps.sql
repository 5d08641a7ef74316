CREATE TABLE "oauth_states" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "oauth_states_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"payload" jsonb NOT NULL,
	"user_id" bigint,
	"part_of" bigint,
	"scopes" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_states_kind" CHECK ("oauth_states"."kind" in ('Client', 'Grant', 'Interaction', 'AuthorizationCode', 'RefreshToken'))
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD COLUMN "connection_id" bigint;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_part_of_oauth_states_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."oauth_states"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_states_key" ON "oauth_states" USING btree ("kind","key_hash");--> statement-breakpoint
CREATE INDEX "oauth_states_user" ON "oauth_states" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_states_part" ON "oauth_states" USING btree ("part_of");--> statement-breakpoint
CREATE INDEX "oauth_states_expiry" ON "oauth_states" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_connection_id_oauth_states_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."oauth_states"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_connection" ON "access_tokens" USING btree ("connection_id");