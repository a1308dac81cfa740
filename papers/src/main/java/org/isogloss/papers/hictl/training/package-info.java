// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The encoders of HICTL's experiments: {@code HictlVariant} lists sets of objectives, and {@code
 * HictlModelTrainer} trains an encoder by each.
 */
package org.isogloss.papers.hictl.training;
