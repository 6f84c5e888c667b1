// Reads the whole log of a service with Go's own HTTP client, which asks for gzip by itself, and computes the tree of its entries
// with the code that the Go team wrote for Go's checksum database, and none of ours.
//
//	read-log <url of the log> <verifier key of the log>
//
// Prints how many entries there are, and how many of their bundles came compressed, when the tree is the one of the checkpoint.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const width = 256

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: read-log <url of the log> <verifier key>")
		os.Exit(2)
	}
	if err := read(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(url, key string) error {
	size, root, err := checkpoint(url, key)
	if err != nil {
		return err
	}
	var hashes []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for at, index := range indexes {
			found[at] = hashes[index]
		}
		return found, nil
	})
	var read, compressed int64
	for read < size {
		path := fmt.Sprintf("tile/entries/%03d", read/width)
		if left := size - read; left < width {
			path += fmt.Sprintf(".p/%d", left)
		}
		bundle, isCompressed, err := get(url + "/" + path)
		if err != nil {
			return err
		}
		if isCompressed {
			compressed++
		}
		for len(bundle) > 0 {
			if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
				return errors.New("a bundle is cut off")
			}
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			stored, err := tlog.StoredHashesForRecordHash(read, tlog.RecordHash(bundle[2:end]), reader)
			if err != nil {
				return err
			}
			hashes = append(hashes, stored...)
			bundle = bundle[end:]
			read++
		}
	}
	computed, err := tlog.TreeHash(size, reader)
	if err != nil {
		return err
	}
	if computed != root {
		return errors.New("the entries are not those of the checkpoint")
	}
	fmt.Printf("%d %d\n", size, compressed)
	return nil
}

func checkpoint(url, key string) (size int64, root tlog.Hash, err error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return 0, root, err
	}
	text, _, err := get(url + "/checkpoint")
	if err != nil {
		return 0, root, err
	}
	signed, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return 0, root, err
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) < 4 {
		return 0, root, errors.New("no tree head")
	}
	if size, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return 0, root, err
	}
	root, err = tlog.ParseHash(lines[2])
	return size, root, err
}

func get(url string) (body []byte, isCompressed bool, err error) {
	answer, err := http.Get(url)
	if err != nil {
		return nil, false, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, false, fmt.Errorf("%s answers %s", url, answer.Status)
	}
	body, err = io.ReadAll(answer.Body)
	return body, answer.Uncompressed, err
}
