/**
 * The keys that optimizer traces of MySQL 5.6 to 9.x and MariaDB 10.4 to 11.x are known to have. A key that is not here
 * becomes a note: then a newer server says something that nobody has looked at.
 */

/** Both servers write these. */
const ofBoth =
  'access_type analyzing_index_merge_union analyzing_range_alternatives analyzing_roworder_intersect ' +
  'analyzing_roworder_scans attached attached_conditions_computation attached_conditions_summary ' +
  'attaching_conditions_to_tables best_access_path best_covering_index_scan best_group_range_summary ' +
  'cause chosen chosen_range_access_summary clause clustered_pk clustered_pk_added_to_intersect ' +
  'condition condition_on_constant_tables condition_processing considered_access_paths ' +
  'considered_execution_plans cost cost_for_plan cost_of_reading_ranges covering cumulated_cost ' +
  'cumulated_index_scan_cost depends_on_map_bits derived direction disk_sweep_cost distinct_aggregate ' +
  'distinct_query equals execution_plan_for_potential_materialization expanded_query fanout field from ' +
  'group_index_range index index_only index_roworder_union_cost index_scan_cost index_to_merge ' +
  'indexes_to_merge intersecting_indexes join_execution join_optimization join_preparation key_parts ' +
  'key_parts_used_for_access map_bit matching_rows_now max_aggregate members min_aggregate ' +
  'null_rejecting original_condition plan_prefix possible potential_group_range_indexes ' +
  'potential_range_indexes pruned_by_cost pruned_by_heuristic range_access_plan range_analysis ' +
  'range_scan_alternatives ranges reconsidering_access_paths_for_index_ordering ref_optimizer_key_uses ' +
  'rest_of_plan resulting_condition resulting_rows row_may_be_null rowid_ordered rows rows_estimation ' +
  'rows_for_plan semijoin_strategy_choice setup_range_conditions steps strategy table ' +
  'table_dependencies table_scan table_type to total_cost transformation type union_of usable ' +
  'use_roworder_union use_tmp_table using_mrr view'

/** MySQL alone. */
const ofMysql =
  'IN_uses_bisection access_type_changed access_type_unchanged added_back_ref_condition ' +
  'added_to_eq_ref_extension adding_sort_to_table adding_tmp_table_in_plan_at_position ' +
  'all_columns_of_table_map_bits analyzing_index_merge best_skip_scan_summary buffers_needed cacheable ' +
  'cannot_insert_duplicates changed_distinct_to_group_by check_if_range_uses_more_keyparts_than_ref ' +
  'choice clause_processing clustered_pk_scan clustered_pk_scan_added_to_intersect columns ' +
  'condition_filtering_pct condition_for_sort condition_pushdown_to_derived condition_to_push ' +
  'condition_to_push_to_having condition_to_push_to_where condition_value considering_tmp_tables ' +
  'const_keys_added constant_condition_in_bnl converting_tmp_table_to_myisam ' +
  'converting_tmp_table_to_ondisk cost_duplicate_removal cost_for_one_run_of_inner_query ' +
  'cost_of_mapping_rowid_in_non_clustered_pk_scan distinct_is_on_unique pruned_by_eq_ref_heuristic ' +
  'reading_from_table_eliminates_duplicates ref removed_distinct some_index_part_used ' +
  'cost_for_writing_to_tmp_table cost_of_EXISTS cost_of_materialization cost_of_one_EXISTS ' +
  'cost_per_read cost_sort_rowid_and_read_disk cost_to_create_and_fill_materialized_table count_of_runs ' +
  'covering_scan covering_scan_possible creating_tmp_table cumulated_total_cost database ' +
  'decorrelated_predicates delete_preparation disabled_pushed_condition_on_old_index duplicate_item ' +
  'duplicate_tables_left empty empty_result eq_ref_to_preceding_items equals_constant_in_where ' +
  'evaluating_constant_having_conditions evaluating_constant_semijoin_conditions ' +
  'evaluating_constant_where_conditions examined_rows expression filesort filesort_execution ' +
  'filesort_information filesort_priority_queue_optimization filesort_summary filtering_effect ' +
  'final_filtering_effect final_semijoin_strategy final_table_condition finalizing_table_conditions ' +
  'function_name functional_dependencies_of_GROUP_columns functionally_dependent group_attribute ' +
  'group_index_skip_scan has_nullable_expressions having_after_sort histogram_selectivity ' +
  'impossible_condition impossible_range in_memory in_plan_at_position in_select# ' +
  'index_dives_for_eq_ranges index_dives_for_range_access index_handles_needed_semijoin_equalities ' +
  'index_merge_of index_order_summary index_provides_order index_scan indexes indices_to_merge inner intersect_of ' +
  'intersecting_indices isect_covering_with_this_index item items join_explain join_optimizer key_length key_size keys ' +
  'lateral_materialization limit location make_group_skip_scan_path makes_grouped_rows materialize ' +
  'materialized max_rows_per_buffer memory_available merged new_cost_for_plan new_type num_groups ' +
  'num_initial_chunks_spilled_to_disk num_rows_estimate num_rows_found number_of_subquery_evaluations ' +
  'number_of_tmp_files old_type optimizing_distinct_group_by_order_by order_direction original_clause ' +
  'original_table_condition outer parent_fanouts peak_memory_used plan_changed ' +
  'potential_group_range_indices potential_group_skip_scan_indexes potential_range_indices ' +
  'potential_skip_scan_indexes priority_queue_cost pulled_out_semijoin_tables pushdown_to_query_blocks ' +
  'pushed_having_condition pushed_index_condition pushed_where_condition pushing_past_group_by ' +
  'pushing_past_window_functions put_1_in_SELECT_list query_block range range_details range_key_length ' +
  'range_scan_possible recalculate_access_paths_and_cost recheck_reason rechecking_index_usage ' +
  'record_format ref_key_length ref_possible refine_plan remaining_condition ' +
  'rematerialized_for_each_row_of removed_order_by rerunning_range_optimizer_for_single_index ' +
  'resulting_GROUP_BY resulting_ORDER_BY resulting_clause resulting_clause_is_simple ' +
  'returning_empty_null_row reusing_tmp_table row_estimate row_length row_limit_estimate row_size ' +
  'rows_estimate rows_estimation_per_outer_row rows_to_scan searching_loose_scan_index select# ' +
  'simplifying_group_by simplifying_order_by skip_scan_range sort_algorithm sort_buffer_size sort_cost ' +
  'sort_merge_cost sort_mode sort_using_internal_table sorting_table statement_parameters ' +
  'strip_additional_fields subq_attached_to_const_table subq_attached_to_join_result subq_attached_to_table subq_mat_decision ' +
  'subquery_predicate subselect_evaluation subselect_execution substitute_generated_columns ' +
  'table_condition_attached table_function tables temp_table_aggregate tmp_table_info ' +
  'transformation_to_semi_join transformations transformations_to_nested_joins ' +
  'transformations_to_subquery treat_UNKNOWN_as_FALSE tree_travel_cost unique_constraint ' +
  'unpacked_addon_fields update_preparation used_index uses_only_constant_tables using_join_cache ' +
  'windowing_sort_cost with_buffer without_ON_clause write_method'

/** MariaDB alone. */
const ofMariadb =
  'after aggregator_type algorithm analyzing_sort_intersect attached_condition attached_to before ' +
  'best_cost best_join_order build_cost build_equal_items can_resolve_order cardinality ' +
  'check_index_intersect_extension check_split_materialized choose_best_splitting choosen ' +
  'chosen_access_method chosen_strategy clipped_multiplier column column_name computing_condition ' +
  'cond_selectivity considered_keys converted_to_semi_join cost_for_sorting cost_with_limit ' +
  'cost_without_join_buffer cumulative_total_cost evalualted evaluated found outer_ref_cond pseudo_bits_cond current_cost cutoff_cost dups_cost eliminated_tables ' +
  'estimated_join_cardinality estimation extra_cond_check_cost filesort_cost filesort_type filter ' +
  'filter_cost filter_selectivity filter_startup_cost filter_used filtered filtered_records ' +
  'find_key_and_filter_lookup_cost fix_semijoin_strategies_for_picked_join_order full_lookup_cost ' +
  'function get_costs_for_tables hash_join_cardinality hash_join_columns in_exist_cost index_condition ' +
  'index_name index_only_cost index_read_cost index_scan_time index_sort_intersect_of ' +
  'intersect_covering_with_this_index jbuf_use_cost join_order join_output_cardinality key keyparts ' +
  'lead_table loop make_join_readinfo materialization_cost materialized_output_cardinality min_max_arg ' +
  'new_rows not_applicable note one_splitting_cost org_cost original_access_cost ' +
  'original_found_rows_cost original_rows param_tables parts plan_details possible_keys ' +
  'post_group_cardinality postjoin_cost potential_index_intersect potential_index_scans ' +
  'prefix_row_count prepare_sum_aggregators prev_record_count prune_partitions pruned_by_hanging_leaf pulled_out_tables ' +
  'pushdown_cond_selectivity range_index range_rows range_scan range_scan_time read_and_compare_cost ' +
  'read_cost read_time reason rec_per_key rec_per_key_stats_missing record_count records ref_to_range ' +
  'refills rnd_records row_condition rowid_filter_index rowid_filter_key rowid_filter_skipped ' +
  'rowid_filters rows_after_filter rows_after_hash rows_out rows_read rows_sent_to_unique ' +
  'rows_to_examine scan_cost select_id selected_index_scans selectivity selectivity_for_columns ' +
  'selectivity_for_indexes selectivity_from_histogram selectivity_from_index selectivity_multiplier ' +
  'semi_join_strategy semijoin_table_pullout sj_filtered sj_inner_fanout sj_rows_for_plan sj_rows_out ' +
  'sjm_scan_allowed spl_pd_boundary split_candidates split_materialized split_plan_search split_sel ' +
  'subquery_plan substitute_best_equal table_name test_if_skip_sort_order test_one_line_array ' +
  'tmp_table_rows total_splitting_cost unique_cost unsplit_cost unsplit_postjoin_cost updated_limit ' +
  'upper_not use_opt_range_condition_rows_selectivity use_roworder_index_merge use_sort_index_merge ' +
  'used_partitions used_range_estimates uses_join_buffering using_default_hash_fanout ' +
  'with_filter_access_cost with_filter_found_rows_cost write_cost'

/** Keys that are phrases or whole sentences. */
const phrases: readonly string[] = [
  'range-checked-for-each-record',
  'full-text index',
  'materialize for except',
  'de-duplicate with hash table',
  'materialize for intersect',
  'de-duplicate with index',
  'materialize for union',
  'embedded in',
  'semi-join condition',
  'no de-duplication',
  'spill to disk initiated',
  'chunk sets',
  'chunk files',
  'prefix ranges',
  'index skip scan cost',
  'de-duplicate with index on hash field',
  'spill handling not attempted due to large row, reverting to index',
]

const known: ReadonlySet<string> = new Set([...`${ofBoth} ${ofMysql} ${ofMariadb}`.split(' '), ...phrases])

/** Whether a key of a trace (without blanks at its end) was looked at. */
export function isKnownKey(key: string): boolean {
  // MySQL names a member that its source forgot to name; set operations report in sentences with numbers.
  return known.has(key) || /^unknown_key_\d+$/.test(key) || key.startsWith('hash spill handling overflow')
}
