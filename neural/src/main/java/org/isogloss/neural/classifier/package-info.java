// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Classifiers of texts and of pairs of texts, such as premise and hypothesis: a transformer that
 * reads both together, and a head with an output for each class (Devlin et al. 2019; the tasks XNLI
 * and PAWS-X of XTREME, Hu et al. 2020). Begin with {@link ClassifierRecipe}.
 */
package org.isogloss.neural.classifier;
