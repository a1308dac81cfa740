// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Taggers of words: parts of speech and named entities. A transformer reads the words of a
 * sentence, and a head labels the first token of each word (Devlin et al. 2019, section 5.3; the
 * tasks POS and NER of XTREME, Hu et al. 2020). Begin with {@link TaggerRecipe}.
 */
package org.isogloss.neural.tagger;
