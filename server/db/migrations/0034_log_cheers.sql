CREATE TABLE "log_cheers" (
	"log_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_cheers_log_id_user_id_pk" PRIMARY KEY("log_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "log_cheers" ADD CONSTRAINT "log_cheers_log_id_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_cheers" ADD CONSTRAINT "log_cheers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_cheers_user" ON "log_cheers" USING btree ("user_id","log_id");