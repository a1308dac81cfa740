// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The tasks of XTREME (Hu et al. 2020) on which HICTL's models are fine-tuned: sentence pairs, tags
 * and answer spans, trained on English and measured on other languages. Begin with {@link
 * TaskExperiments}.
 */
package org.isogloss.papers.hictl.task;
