// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Evaluation of question answering: exact match and F1 of answer texts, as the scripts of SQuAD and
 * MLQA compute them.
 *
 * <p>An {@link AnswerNormalizer} states what is compared, an {@link AnswerScore} is the result for
 * one question. {@link AnswerEvaluation} covers questions that have answers, {@link
 * OptionalAnswerEvaluation} those that may have none (SQuAD 2.0). Begin with {@link
 * AnswerEvaluation}.
 */
package org.isogloss.measure.answer;
