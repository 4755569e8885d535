/**
 * Functions of PostgreSQL 15–18, lower case; from pg_proc (pg_catalog), without the support functions behind operators,
 * types and indexes. pg_catalog is searched first, so an unqualified call means these unless a schema offers an
 * overload that fits better.
 */

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** Read only. Volatile ones that only look or wait (random, clock_timestamp, pg_sleep, currval) are among them. */
export const postgresReadingFunctions: ReadonlySet<string> = new Set(
  words(`
abbrev abs acldefault aclexplode acos acosd acosh age any_value area array_agg array_append array_cat array_dims
array_fill array_length array_lower array_ndims array_position array_positions array_prepend array_remove array_replace
array_reverse array_sample array_shuffle array_sort array_to_json array_to_string array_to_tsvector array_upper ascii
asin asind asinh atan atan2 atan2d atand atanh avg bit_and bit_count bit_length bit_or bit_xor bool_and bool_or
bound_box box broadcast btrim cardinality cast casefold cbrt ceil ceiling center char_length character_length chr circle
clock_timestamp coalesce col_description concat concat_ws convert convert_from convert_to corr cos cosd cosh cot cotd
count covar_pop covar_samp crc32 crc32c cume_dist current_catalog current_database current_query current_schema
current_schemas current_setting current_user currval date date_add date_bin date_part date_subtract date_trunc
datemultirange daterange decode degrees dense_rank diagonal diameter div encode enum_first enum_last enum_range erf erfc
every exp extract factorial family first_value float4 float8 floor format format_type gamma gcd gen_random_uuid
generate_series generate_subscripts get_bit get_byte get_current_ts_config getdatabaseencoding greatest grouping
has_any_column_privilege has_column_privilege has_database_privilege has_foreign_data_wrapper_privilege
has_function_privilege has_language_privilege has_parameter_privilege has_schema_privilege has_sequence_privilege
has_server_privilege has_table_privilege has_tablespace_privilege has_type_privilege height host hostmask
icu_unicode_version inet_client_addr inet_client_port inet_merge inet_same_family inet_server_addr inet_server_port
initcap int2 int4 int4multirange int4range int8 int8multirange int8range is_normalized isclosed isempty isfinite
ishorizontal isopen isparallel isperp isvertical json_agg json_agg_strict json_array json_array_elements
json_array_elements_text json_array_length json_arrayagg json_build_array json_build_object json_each json_each_text
json_exists json_extract_path json_extract_path_text json_object json_object_agg json_object_agg_strict
json_object_agg_unique json_object_agg_unique_strict json_object_keys json_objectagg json_populate_record
json_populate_recordset json_query json_scalar json_serialize json_strip_nulls json_table json_to_record
json_to_recordset json_to_tsvector json_typeof json_value jsonb_agg jsonb_agg_strict jsonb_array_elements
jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_concat jsonb_delete jsonb_each
jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg
jsonb_object_agg_strict jsonb_object_agg_unique jsonb_object_agg_unique_strict jsonb_object_keys jsonb_path_exists
jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query jsonb_path_query_array
jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz jsonb_path_query_tz jsonb_populate_record
jsonb_populate_record_valid jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls
jsonb_to_record jsonb_to_recordset jsonb_to_tsvector jsonb_typeof justify_days justify_hours justify_interval lag
last_value lastval lcm lead least left length lgamma line ln localtime localtimestamp log log10 lower lower_inc lower_inf
lpad lseg ltrim make_date make_interval make_time make_timestamp make_timestamptz masklen max md5 min min_scale mod mode
multirange mxid_age netmask network normalize now npoints nth_value ntile nullif num_nonnulls num_nulls numeric
nummultirange numnode numrange obj_description octet_length overlaps overlay parse_ident path percent_rank
percentile_cont percentile_disc pg_backend_pid pg_basetype pg_blocking_pids pg_client_encoding pg_collation_for
pg_collation_is_visible pg_column_compression pg_column_size pg_column_toast_chunk_id pg_conf_load_time
pg_current_snapshot pg_current_wal_lsn pg_database_size pg_describe_object pg_encoding_to_char pg_filenode_relation
pg_function_is_visible pg_get_constraintdef pg_get_expr pg_get_function_arguments pg_get_function_identity_arguments
pg_get_function_result pg_get_functiondef pg_get_indexdef pg_get_keywords pg_get_partkeydef pg_get_ruledef
pg_get_serial_sequence pg_get_statisticsobjdef pg_get_triggerdef pg_get_userbyid pg_get_viewdef pg_has_role
pg_index_column_has_property pg_index_has_property pg_indexam_has_property pg_indexes_size pg_input_error_info
pg_input_is_valid pg_is_in_recovery pg_is_other_temp_schema pg_last_wal_replay_lsn pg_last_xact_replay_timestamp
pg_lock_status pg_my_temp_schema pg_opclass_is_visible pg_operator_is_visible pg_partition_ancestors pg_partition_root
pg_partition_tree pg_postmaster_start_time pg_relation_filenode pg_relation_filepath pg_relation_size
pg_show_all_settings pg_size_bytes pg_size_pretty pg_sleep pg_sleep_for pg_sleep_until pg_table_is_visible pg_table_size
pg_tablespace_databases pg_tablespace_location pg_tablespace_size pg_timezone_abbrevs pg_timezone_names
pg_total_relation_size pg_trigger_depth pg_type_is_visible pg_typeof pg_wal_lsn_diff phraseto_tsquery pi
plainto_tsquery point polygon popen position pow power quote_ident quote_literal quote_nullable radians radius random
random_normal range_agg range_intersect_agg range_merge rank regexp_count regexp_instr regexp_like regexp_match
regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count
regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse right round row_number
row_security_active row_to_json rpad rtrim scale session_user set_bit set_byte set_masklen setseed setweight sha224
sha256 sha384 sha512 shobj_description sign sin sind sinh slope split_part sqrt starts_with statement_timestamp stddev
stddev_pop stddev_samp string_agg string_to_array string_to_table strip strpos substr substring sum system_user tan tand
tanh text time timeofday timestamp timestamptz timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb
to_number to_oct to_regclass to_regproc to_regtype to_timestamp to_tsquery to_tsvector transaction_timestamp translate
treat trim trim_array trim_scale trunc ts_debug ts_delete ts_filter ts_headline ts_lexize ts_parse ts_rank ts_rank_cd
tsmultirange tsrange tstzmultirange tstzrange unicode_assigned unicode_version unistr unnest upper
upper_inc upper_inf uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7 var_pop var_samp variance version
websearch_to_tsquery width width_bucket xmlagg xmlcomment xmlconcat xmlelement xmlexists xmlforest xmlparse xmlpi
xmlroot xmlserialize xmltable xmltext xpath xpath_exists`),
)

/** Families of which every member only reads. */
export const postgresReadingPrefixes: readonly string[] = ['pg_stat_get_']

/** Change something, or act on other sessions or on the server, for certain. */
export const postgresWritingFunctions: ReadonlySet<string> = new Set(
  words(`
brin_desummarize_range brin_summarize_new_values brin_summarize_range gin_clean_pending_list lo_creat lo_create
lo_export lo_from_bytea lo_import lo_put lo_truncate lo_truncate64 lo_unlink lowrite nextval pg_backup_start
pg_backup_stop pg_cancel_backend pg_clear_attribute_stats pg_clear_relation_stats pg_copy_logical_replication_slot
pg_copy_physical_replication_slot pg_create_logical_replication_slot pg_create_physical_replication_slot
pg_create_restore_point pg_drop_replication_slot pg_import_system_collations pg_log_standby_snapshot
pg_logical_emit_message pg_logical_slot_get_binary_changes pg_logical_slot_get_changes pg_notify pg_promote
pg_reload_conf pg_replication_origin_advance pg_replication_origin_create pg_replication_origin_drop
pg_replication_slot_advance pg_restore_attribute_stats pg_restore_relation_stats pg_rotate_logfile pg_stat_reset
pg_stat_reset_backend_stats pg_stat_reset_replication_slot pg_stat_reset_shared pg_stat_reset_single_function_counters
pg_stat_reset_single_table_counters pg_stat_reset_slru pg_stat_reset_subscription_stats pg_stat_statements_reset
pg_switch_wal pg_sync_replication_slots pg_terminate_backend pg_wal_replay_pause pg_wal_replay_resume setval
dblink_exec`),
)

/** Words before `(` that are syntax or a type, not a call. */
export const postgresSyntaxBeforeParen: ReadonlySet<string> = new Set(
  words(`
ALL ANALYSE ANALYZE AND ANY ARRAY AS BERNOULLI BETWEEN BIT BY CASE CHAR CHARACTER COLUMNS CONFLICT CUBE DEC DECIMAL DISTINCT ELSE END EXCEPT
EXISTS EXPLAIN FILTER FLOAT FOR FROM GROUP HAVING ILIKE IN INTERSECT INTERVAL INTO IS ISNULL JOIN KEEP LATERAL LIKE LIMIT
MATERIALIZED NCHAR NOT NOTNULL OF OFFSET ON ONLY OPERATOR OR ORDER OVER OVERLAPS PARTITION PRECISION RECURSIVE
REPEATABLE RETURNING ROLLUP ROW ROWS SELECT SET SETS SIMILAR SOME SYMMETRIC SYSTEM TABLE TABLESAMPLE THEN TO UNION USING
VALUES VARBIT VARCHAR VARYING VERBOSE WHEN WHERE WINDOW WITH WITHIN ZONE`),
)
